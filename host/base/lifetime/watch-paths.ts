import { type ChokidarOptions, FSWatcher } from 'chokidar'

/** Watches files and folders with chokidar. Unlike chokidar's own, the watch ends for good when it is closed. */
export function watchPaths(paths: string | string[], options?: ChokidarOptions): FSWatcher {
  return new Watch(options).add(paths)
}

/** If a watched file goes while chokidar closes, it calls `add`, which opens the watch again. Nobody would close it then. */
class Watch extends FSWatcher {
  #hasEnded = false

  override add(...args: Parameters<FSWatcher['add']>): this {
    if (!this.#hasEnded) super.add(...args)
    return this
  }

  override close(): Promise<void> {
    this.#hasEnded = true
    return super.close()
  }
}
