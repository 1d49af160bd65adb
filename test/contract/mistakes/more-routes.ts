import type { RuntimeMistake } from './mistake.ts'

/** Puts routes into the plugin whose handler answers the value of an expression, which may use what it imports from the SDK and `context`. */
export const routesWith = (answer: string, imported: string): Pick<RuntimeMistake, 'files'> => ({
  files: {
    'src/more.ts': `import { ${imported} } from '@atrium/sdk'\nexport const more = (routes, context) =>\n  routes.get('/more', { permission: 'fleet.vans.view' }, () => ${answer})\n`,
  },
})

/** Declares these routes, and asks the one that answers. */
export const MORE = {
  file: 'src/index.ts',
  from: "export { register_routes } from './routes.ts'",
  to: "import * as all from './routes.ts'\nimport { more } from './more.ts'\nexport const register_routes = (routes, context) => {\n  all.register_routes(routes, context)\n  more(routes, context)\n}",
  asks: 'GET /more',
} as const
