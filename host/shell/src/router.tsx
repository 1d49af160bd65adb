import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { CrashNotice } from './feedback/crash-notice.tsx'
import { FirstPanel } from './navigation/first-panel.tsx'
import { FirstScreen } from './navigation/first-screen.tsx'
import { PanelFrame } from './navigation/panel-frame.tsx'
import { parseSearch, stringifySearch } from './navigation/search-string.ts'

const root = createRootRoute()
const home = createRoute({ getParentRoute: () => root, path: '/', component: FirstPanel })
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./session/sign-in-screen.tsx'), 'SignInScreen'),
})
const panel = createRoute({ getParentRoute: () => root, path: '/$panelId', component: PanelFrame })
const firstScreen = createRoute({ getParentRoute: () => panel, path: '/', component: FirstScreen })
const screen = createRoute({ getParentRoute: () => panel, path: '/$', component: DashboardScreen })

const routeTree = root.addChildren([home, signIn, panel.addChildren([firstScreen, screen])])

/** Which address shows what. Screens are not known here: they come with the panel's document. */
export function createShellRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: CrashNotice,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShellRouter>
  }
}
