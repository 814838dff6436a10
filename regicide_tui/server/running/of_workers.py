"""The metrics of all workers at one address: each sample says which worker it is of."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import TimeoutError as TooLate

from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

_PATIENCE = 5.0
"""Seconds that a scrape waits for all workers."""
_LABEL = "worker"


class WorkersCollector(Collector):
    """Asks all workers for their metrics at each scrape."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ask: Callable[[], Awaitable[Mapping[int, str | None]]],
    ) -> None:
        """`ask` returns the metrics of each worker as a text, in the loop; None without answer."""
        self._loop = loop
        self._ask = ask

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of all workers; of one that does not answer, only that."""
        texts = self._read()
        answers = "Whether the worker has answered this scrape."
        family = GaugeMetricFamily("regicide_worker_answers", answers, labels=[_LABEL])
        for number, text in texts.items():
            family.add_metric([f"{number}"], float(text is not None))
        yield family
        yield from merge({f"{number}": text for number, text in texts.items() if text})

    def _read(self) -> Mapping[int, str | None]:
        async def ask() -> Mapping[int, str | None]:
            return await self._ask()

        try:
            return asyncio.run_coroutine_threadsafe(ask(), self._loop).result(_PATIENCE)
        except (TooLate, RuntimeError):  # the loop is busy, or closed
            return {}


def merge(texts: Mapping[str, str]) -> Iterator[Metric]:
    """Yield the metrics in the texts of several workers; each sample gets the label `worker`."""
    found: dict[str, Metric] = {}
    for worker, text in texts.items():
        for one in text_string_to_metric_families(text):
            metric = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
            metric.samples += [
                Sample(sample.name, {_LABEL: worker, **sample.labels}, sample.value)
                for sample in one.samples
            ]
    yield from found.values()
