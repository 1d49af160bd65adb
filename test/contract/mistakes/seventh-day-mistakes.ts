import type { Mistake, RuntimeMistake } from './mistake.ts'

/** An export under a name that the host does not call, although it calls one like it. */
const exported = (name: string, { as, line }: { as: string; line: number }): Mistake => ({
  title: `the export [${name}] is written [${as}]`,
  file: 'src/index.ts',
  from: name,
  to: `${name} as ${as}`,
  told: {
    code: 'export_unknown',
    at: `src/index.ts:${line}`,
    message: `The host does not call [${as}].`,
    fix: `Did you mean [${name}]?`,
  },
})

/** Mistakes of which nobody was told, or too late. */
export const SEVENTH_DAY_MISTAKES: readonly Mistake[] = [
  {
    title: 'an event is emitted without the id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit('rented'",
    told: {
      code: 'name_unknown',
      at: 'src/routes.ts:15',
      message: 'The plugin [fleet] emits [rented], which does not begin with its id.',
      fix: 'Did you mean [fleet.rented]?',
    },
  },
  {
    title: 'an event is emitted with a misspelt id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit('fleets.rented'",
    told: {
      code: 'name_unknown',
      at: 'src/routes.ts:15',
      message: 'The plugin [fleet] emits [fleets.rented], which does not begin with its id.',
      fix: 'Did you mean [fleet.rented]?',
    },
  },
  exported('setup', { as: 'setUp', line: 4 }),
  exported('setup', { as: 'set_up', line: 4 }),
  exported('setup', { as: 'setpu', line: 4 }),
  exported('health', { as: 'heatlh', line: 4 }),
  exported('health', { as: 'healthy', line: 4 }),
  exported('register_routes', { as: 'regsiter_routes', line: 2 }),
]

/** Such mistakes that show while the plugin runs. */
export const SEVENTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'an event with a computed name is emitted without the id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit(['van', 'Rented'].join('')",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:15',
      message: 'DeclarationError: The plugin [fleet] emits [vanRented], which does not begin with its id.',
      fix: 'Did you mean [fleet.van_rented]?',
    },
  },
]
