"""What every answer needs: errors, words, static files, security, live news."""
