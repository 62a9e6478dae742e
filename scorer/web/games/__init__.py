"""Games of other boxes than En Route: what each plugs in to share the app's pages."""
