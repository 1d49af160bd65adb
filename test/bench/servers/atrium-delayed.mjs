// The built host that loads use. On SIGUSR2 it prints one line: the delay of its event loop since the last signal, in milliseconds, and
// then its memory after collections, in bytes. Needs `--expose-gc`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const delay = monitorEventLoopDelay({ resolution: 10 })

await import('./atrium.mjs')
delay.enable()

process.on('SIGUSR2', () => void tell())

async function tell() {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((each) => each / 1e6)
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.()
    await pause(20)
  }
  const { rss, heapUsed: heap } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ health: { p50, p99, max, rss, heap } })}\n`)
  delay.reset()
}
