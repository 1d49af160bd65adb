import type { Mistake } from './mistake.ts'

/** Mistakes in its dashboards. */
export const DASHBOARD_MISTAKES: readonly Mistake[] = [
  {
    title: 'a dashboard requests a misspelt path',
    file: 'src/screens.ts',
    from: "board.stats('/figures'",
    to: "board.stats('/figurse'",
    told: {
      code: 'widget_route_missing',
      at: 'src/screens.ts:46',
      message: 'The widget [fleet-figures-1] requests [GET /api/v1/fleet/figurse], which is not declared.',
      fix: 'Did you mean [/api/v1/fleet/figures]? Declare it in `register_routes`, or correct the path.',
    },
  },
  {
    title: 'a figure is not a member of the answer',
    file: 'src/screens.ts',
    from: "stat.number('rented')",
    to: "stat.number('rentde')",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:46',
      message: 'The widget [fleet-figures-1] shows [rentde], which [GET /api/v1/fleet/figures] does not answer.',
      fix: 'Did you mean [rented]?',
    },
  },
  {
    title: 'the axis of a chart is not a member of its rows',
    file: 'src/screens.ts',
    from: "x: 'day'",
    to: "x: 'date'",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:47',
      message: 'The chart [fleet-figures-2] shows [date], which [GET /api/v1/fleet/figures] does not answer.',
      fix: 'Use one of day, vans.',
    },
  },
  {
    title: 'the kind of a chart is misspelt',
    file: 'src/screens.ts',
    from: "kind: 'bar'",
    to: "kind: 'bars'",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:47',
      message: '[chart] does not accept [bars].',
      fix: 'Did you mean [bar]?',
    },
  },
  {
    title: 'a dashboard has no path',
    file: 'src/screens.ts',
    from: `    board.path('fleet-figures')
`,
    to: '',
    told: {
      code: 'dashboard_incomplete',
      at: 'src/screens.ts:41',
      message: 'A dashboard of [operations/fleet] has no path.',
      fix: 'Add `.id(…)`, `.path(…)` and at least one widget.',
    },
  },
]
