/** The expression by which the source of a plugin reaches the probe. */
export const PROBE = 'globalThis.atriumProbe'

/** Connects a test with its plugin, which runs in the same process: the plugin reports, and waits at doors. */
export class PluginProbe {
  /** What plugins have reported, in order. */
  readonly told: string[] = []
  readonly #doors = new Map<string, { opened: Promise<void>; open: () => void }>()

  tell(what: string): void {
    this.told.push(what)
  }

  /** Resolves once the test has opened the door of this name. */
  wait(name: string): Promise<void> {
    return this.#door(name).opened
  }

  open(name: string): void {
    this.#door(name).open()
  }

  #door(name: string) {
    const door = this.#doors.get(name) ?? makeDoor()
    this.#doors.set(name, door)
    return door
  }
}

function makeDoor() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Gives each test of the current suite its own probe. */
export function usePluginProbe(): { readonly current: PluginProbe } {
  let current = new PluginProbe()
  beforeEach('lay a new line to the plugins', () => {
    current = new PluginProbe()
    Object.assign(globalThis, { atriumProbe: current })
  })
  return {
    get current() {
      return current
    },
  }
}
