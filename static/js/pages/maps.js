// Begins to teach a map: sends the photo of its board, and goes on to its corners.

import { sendsPhoto } from "../parts/live/photoform.js";

sendsPhoto(document.getElementById("maps-form"));
