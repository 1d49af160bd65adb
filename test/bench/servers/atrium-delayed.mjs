// The built host that loads use. Each signal prints one line. On SIGUSR2 it is the delay of the event loop since the last such signal, in
// milliseconds; on SIGHUP the memory after collections, in bytes. Collections stop the event loop for longer than a load does, so a signal
// does one or the other. Needs `--expose-gc`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const loop = monitorEventLoopDelay({ resolution: 10 })

await import('./atrium.mjs')
loop.enable()

process.on('SIGUSR2', tellDelay)
process.on('SIGHUP', () => void tellMemory())

function tellDelay() {
  const [p50, p99, max] = [loop.percentile(50), loop.percentile(99), loop.max].map((each) => each / 1e6)
  loop.reset()
  tell({ delay: { p50, p99, max } })
}

async function tellMemory() {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.()
    await pause(20)
  }
  const { rss, heapUsed: heap } = process.memoryUsage()
  tell({ memory: { rss, heap } })
}

/** @param {object} told */
function tell(told) {
  process.stdout.write(`${JSON.stringify(told)}\n`)
}
