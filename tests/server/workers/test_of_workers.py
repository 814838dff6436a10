"""The metrics of several workers at one address."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from regicide_tui.server.running.of_workers import merge


def make(count: int, seconds: float) -> str:
    """Return the metrics of a worker."""
    registry = CollectorRegistry()
    counter = Counter("things", "Things.", ["kind"], registry=registry)
    counter.labels("a").inc(count)
    times = Histogram("waits", "Waits.", buckets=(1.0, 2.0), registry=registry)
    times.observe(seconds)
    return generate_latest(registry).decode()


class Merged(Collector):
    """The metrics of two workers."""

    def collect(self) -> Iterator[Metric]:
        """Yield them."""
        return merge({"1": make(3, 0.5), "2": make(4, 1.5)})


def test_each_sample_says_of_which_worker_it_is_and_each_metric_stands_once() -> None:
    registry = CollectorRegistry()
    registry.register(Merged())
    lines = generate_latest(registry).decode().splitlines()
    assert 'things_total{kind="a",worker="1"} 3.0' in lines
    assert 'things_total{kind="a",worker="2"} 4.0' in lines
    assert 'waits_bucket{le="1.0",worker="1"} 1.0' in lines
    assert 'waits_bucket{le="1.0",worker="2"} 0.0' in lines
    assert 'waits_sum{worker="2"} 1.5' in lines
    assert lines.count("# TYPE things_total counter") == 1
    assert lines.count("# TYPE waits histogram") == 1
