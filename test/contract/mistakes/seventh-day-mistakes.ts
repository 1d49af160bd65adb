import type { Mistake, RuntimeMistake } from './mistake.ts'

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
