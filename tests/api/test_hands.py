"""Changes are worked on in the order of asking; whoever waits too long is told to come again."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from api.http.hands import Hands


def test_turns_are_taken_in_the_order_of_asking() -> None:
    hands, order = Hands(1), list[int]()

    async def work(number: int) -> None:
        async with hands.free():
            await asyncio.sleep(0)
            order.append(number)

    async def all_of_them() -> None:
        await asyncio.gather(*(work(number) for number in range(20)))

    asyncio.run(all_of_them())
    assert order == list(range(20))


def test_nobody_waits_for_ever() -> None:
    async def two_at_once() -> None:
        hands = Hands(1, patience=0.01)
        async with hands.free():
            with pytest.raises(NoConnectionFree):
                async with hands.free():
                    raise AssertionError("there was no hand free")
        async with hands.free():
            pass  # the one who gave up took nobody's place

    asyncio.run(two_at_once())
