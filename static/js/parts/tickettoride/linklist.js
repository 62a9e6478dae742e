// The links of a map that nobody has drawn: a list, tapped like the map.

import { el, redraw } from "../dom.js";
import { list, plural } from "../words.js";
import { linkWord } from "./ridewords.js";

// owners(link): whose it is, each with colour, letter and name; tap(link), null for lookers.
export function showLinkList(root, { map, owners }, tap) {
  redraw(
    root,
    ...map.links.map(({ name, length }) =>
      el(
        "button",
        {
          type: "button",
          class: "ticket",
          disabled: !tap,
          "data-button": `link-${name}`,
          onclick: () => tap(name),
        },
        el("span", {}, list([linkWord(map, name), plural("ticket-to-ride.spaces", length)])),
        ...owners(name).map((one) =>
          el("span", { class: `token ${one.colour}`, title: one.name }, one.letter),
        ),
      ),
    ),
  );
}
