"""Maps of Ticket to Ride on the pages: the drawing, the photo, and teaching one."""
