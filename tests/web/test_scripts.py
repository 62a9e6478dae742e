"""The scripts' folders: pages use parts, parts use scoring, and no import runs back up.

``static/js/pages`` holds a module for each page, ``parts`` what pages are made of, ``scoring``
what works out a score on the phone. In every folder its children (modules, and folders taken
as one) import one another in no circle.
"""

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from scorer.resources import folder
from scorer.web.serving.assets import needed

MOST_MODULES = 16
MAY_IMPORT = {
    "pages": {"parts", "scoring"},
    "parts": {"parts", "scoring"},
    "scoring": {"scoring"},
}
# What iPhones with iOS 15 do not know, and scripts can do without.
NEWER = re.compile(
    r"\.(?:toReversed|toSorted|toSpliced|isSubsetOf|isDisjointFrom|isWellFormed|checkVisibility)\("
    r"|Response\.json|AbortSignal\.(?:any\b|timeout\()|URL\.canParse|Promise\.(?:try|withResolvers)"
    r"|(?:Object|Map)\.groupBy|Array\.fromAsync|Iterator\.|showPopover|startViewTransition"
    r"|\.requestSubmit"
)
# import x from "a"; import "a"; import("a"); export x from "a"
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")

Graph = dict[str, set[str]]


def scripts() -> dict[str, str]:
    """Return the texts of all modules by their paths below ``static/js``."""
    root = folder("static") / "js"
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*.js")}


def imports(texts: dict[str, str]) -> Graph:
    """Return which paths each of the modules imports.

    Raises
    ------
    AssertionError
        If a module imports something that is no module of ours.
    """
    found: Graph = {}
    for path, text in texts.items():
        names = IMPORT.findall(without_comments(text))
        found[path] = {posixpath.normpath(posixpath.join(path, "..", name)) for name in names}
        unknown = found[path] - texts.keys()
        assert not unknown, f"{path} imports {unknown}"
    return found


def without_comments(text: str) -> str:
    return re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)


def graph_of_children(inside: str, graph: Graph) -> Graph:
    """Return which children of the folder *inside* import which."""
    found: Graph = defaultdict(set)
    for path, others in graph.items():
        for other in others:
            one, two = child_of(inside, path), child_of(inside, other)
            if one and two and one != two:
                found[one].add(two)
    return found


def child_of(inside: str, path: str) -> str:
    """Return the child of the folder *inside* that *path* lies in, "" if it lies elsewhere."""
    parts, above = PurePosixPath(path).parts, PurePosixPath(inside).parts
    return parts[len(above)] if parts[: len(above)] == above else ""


def circles(graph: Graph) -> Iterator[str]:
    """Yield each way round that a walk over *graph* comes upon."""
    done: set[str] = set()

    def walk(child: str, above: tuple[str, ...]) -> Iterator[str]:
        if child in above:
            yield " imports ".join((*above[above.index(child) :], child))
        elif child not in done:
            for below in sorted(graph.get(child, set())):
                yield from walk(below, (*above, child))
            done.add(child)

    for child in sorted(graph):
        yield from walk(child, ())


def loaded_by_templates() -> set[str]:
    texts = (path.read_text() for path in folder("templates").glob("*.html"))
    named = {name for text in texts for name in re.findall(r'page = "([^"]+)"', text)}
    return {f"pages/{name}.js" for name in named}


def precached() -> set[str]:
    """Return the modules that the service worker keeps from the start."""
    text = (folder("static") / "sw.js").read_text()
    listed = re.search(r"SCORING = \[([^]]+)\]", text)
    assert listed
    return {f"scoring/{name}.js" for name in re.findall(r'"(\w+)"', listed[1])}


def test_a_page_loads_at_once_what_its_script_needs() -> None:
    # What a script asks for later (import("…")) is loaded when it is asked for.
    graph = imports({path: re.sub(r"\bimport\(", "(", text) for path, text in scripts().items()})
    for script in loaded_by_templates():
        needs, new = set[str](), {script}
        while new:
            needs |= new
            new = {other for path in new for other in graph[path]} - needs
        assert sorted(needed(f"js/{script}")) == sorted(f"js/{path}" for path in needs)


def test_what_others_import_waits_for_nothing() -> None:
    # WebKit begins a module before what waits in one that it imports is over.
    waits = re.compile(r"^(?:(?:export )?(?:const|let) [^\n]*= |for |\()?await\b", re.MULTILINE)
    waiting = {path for path, text in scripts().items() if waits.search(without_comments(text))}
    assert "pages/table.js" in waiting
    assert not waiting & {other for others in imports(scripts()).values() for other in others}


def test_scripts_need_nothing_that_older_phones_lack() -> None:
    sends = "parts/forms/submit.js"
    texts = {path: without_comments(text) for path, text in scripts().items() if path != sends}
    assert {path: found[0] for path, text in texts.items() if (found := NEWER.search(text))} == {}


def test_a_folder_holds_few_modules() -> None:
    counts = Counter(str(Path(path).parent) for path in scripts())
    assert counts["pages"] > 3
    assert max(counts.values()) <= MOST_MODULES


def test_a_module_is_found_by_its_name() -> None:
    paths = [path for path in scripts() if not path.startswith("pages/")]
    assert [name for name, n in Counter(map(posixpath.basename, paths)).items() if n > 1] == []


def test_pages_import_parts_and_parts_import_scoring() -> None:
    for path, others in imports(scripts()).items():
        tops = {other.split("/")[0] for other in others}
        assert tops <= MAY_IMPORT[path.split("/")[0]], path


def test_no_import_runs_back_up() -> None:
    graph = imports(scripts())
    folders = {str(parent) for path in graph for parent in PurePosixPath(path).parents}
    assert len(folders) > 3
    for inside in folders:
        assert list(circles(graph_of_children(inside, graph))) == []


def test_templates_load_the_pages_and_nothing_else() -> None:
    pages = {path for path in scripts() if path.startswith("pages/")}
    assert loaded_by_templates() == pages


def test_every_module_is_reached_from_a_page() -> None:
    graph = imports(scripts())
    reached: set[str] = set()
    waiting = loaded_by_templates()
    while waiting:
        reached |= waiting
        waiting = set[str]().union(*(graph[path] for path in waiting)) - reached
    assert reached == graph.keys()


def test_the_service_worker_keeps_what_scores_on_the_phone() -> None:
    assert precached() == {path for path in scripts() if path.startswith("scoring/")}


@pytest.mark.parametrize(
    "text",
    ['import { a } from "./b.js";', 'import "./b.js";', 'load = import("./b.js");',
     'import {\n  a,\n  c,\n} from "./b.js";', 'export { a } from "./b.js";'],
)  # fmt: skip
def test_the_walk_sees_every_kind_of_import(text: str) -> None:
    assert imports({"parts/a.js": text, "parts/b.js": ""})["parts/a.js"] == {"parts/b.js"}


def test_the_walk_notices_an_unknown_module() -> None:
    with pytest.raises(AssertionError, match=r"parts/a\.js imports"):
        imports({"parts/a.js": 'import { b } from "./b.js";'})


def test_the_walk_notices_a_circle() -> None:
    graph = imports(
        {"p/a/x.js": 'import "../b/x.js";', "p/b/x.js": 'import "../a/y.js";', "p/a/y.js": ""}
    )
    assert list(circles(graph_of_children("p", graph))) == ["a imports b imports a"]
    assert list(circles(graph)) == []
