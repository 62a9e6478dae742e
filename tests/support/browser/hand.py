"""A person with a phone, whose taps are counted; digits on the keyboard count too."""

from playwright.sync_api import Locator, Page


class Hand:
    """One person with a phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: str | Locator) -> None:
        """Tap on something."""
        found = self.page.locator(target) if isinstance(target, str) else target
        found.tap()
        self.taps += 1

    def number(self, field: str, digits: int) -> None:
        """Tap on a field for numbers, and on each digit."""
        self.tap(field)
        for digit in str(digits):
            self.page.keyboard.press(digit)
            self.taps += 1

    def name(self, field: str, name: str) -> None:
        """Type a name: a tap on the field, and the keyboard, which is not counted."""
        self.tap(field)
        self.page.locator(field).fill(name)
