"""How fast a network learns at each step."""

from training.course import Course


def test_the_rate_rises_and_then_fades_to_nothing() -> None:
    course = Course(1000, 0.01, warm=50)
    rates = [course.rate_at(step) for step in range(1000)]
    assert rates[0] < 0.0003
    assert abs(rates[49] - 0.01) < 0.0002
    assert rates[50:] == sorted(rates[50:], reverse=True)
    assert rates[-1] < 1e-6
