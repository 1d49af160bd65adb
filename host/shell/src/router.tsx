import { createBrowserHistory, parseHref, type ParsedHistoryState } from '@tanstack/history'
import { useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect } from 'react'
import { sessionOptions } from './api/documents.ts'
import { addressOf, basePath, pathOf } from './api/base-path.ts'
import { usePreview } from './api/preview.ts'
import { useSignInAgain } from './api/sign-in-again.ts'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { CrashNotice } from './feedback/problem-notice.tsx'
import { speak } from './language/speak.ts'
import { PanelFrame } from './frame/panel-frame.tsx'
import { parseSearch, stringifySearch } from './screen/addresses.ts'
import { usePathname } from './screen/panel-context.ts'

const PreviewBanner = lazy(() =>
  import('./session/preview-banner.tsx').then((module) => ({ default: module.PreviewBanner })),
)
const SignInDialog = lazy(() =>
  import('./session/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)
const LiveUpdates = lazy(() => import('./live/live-updates.tsx').then((module) => ({ default: module.LiveUpdates })))

const root = createRootRoute({ component: Root })
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./frame/first-panel.tsx'), 'FirstPanel'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./session/sign-in-screen.tsx'), 'SignInScreen'),
})
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/welcome',
  component: lazyRouteComponent(() => import('./session/welcome-screen.tsx'), 'WelcomeScreen'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/forgot',
  component: lazyRouteComponent(() => import('./session/forgot-screen.tsx'), 'ForgotScreen'),
})

const platform = createRoute({
  getParentRoute: () => root,
  path: '/platform',
  component: lazyRouteComponent(() => import('./frame/platform-frame.tsx'), 'PlatformFrame'),
})
const plugins = createRoute({
  getParentRoute: () => platform,
  path: '/plugins',
  component: lazyRouteComponent(() => import('./plugins/plugins-screen.tsx'), 'PluginsScreen'),
})
const plugin = createRoute({
  getParentRoute: () => platform,
  path: '/plugins/$pluginId',
  component: lazyRouteComponent(() => import('./plugins/plugin-screen.tsx'), 'PluginScreen'),
})
const account = createRoute({
  getParentRoute: () => platform,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
})
const elsewhere = createRoute({
  getParentRoute: () => platform,
  path: '/$',
  beforeLoad: () => redirect({ to: '/platform/plugins', throw: true }),
})

const panel = createRoute({ getParentRoute: () => root, path: '/$panelId', component: PanelFrame })
const firstScreen = createRoute({
  getParentRoute: () => panel,
  path: '/',
  component: lazyRouteComponent(() => import('./frame/first-panel.tsx'), 'FirstScreen'),
})
const ownDashboard = createRoute({
  getParentRoute: () => panel,
  path: '/~dashboards/$dashboardId',
  component: lazyRouteComponent(() => import('./dashboard/own-dashboard-screen.tsx'), 'OwnDashboardScreen'),
})
const screen = createRoute({ getParentRoute: () => panel, path: '/$', component: DashboardScreen })

const routeTree = root.addChildren([
  home,
  signIn,
  welcome,
  forgot,
  platform.addChildren([plugins, plugin, account, elsewhere]),
  panel.addChildren([firstScreen, ownDashboard, screen]),
])

/** Maps addresses to screens. The screens of panels are not listed here: they come with the document of the panel. */
export function createShellRouter() {
  return createRouter({
    routeTree,
    ...(basePath !== '' && { history: historyBelow() }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: CrashNotice,
  })
}

/** Paths are those of the documents everywhere in the shell; only the address bar contains the base path. */
function historyBelow() {
  return createBrowserHistory({
    createHref: addressOf,
    parseLocation: () => {
      const { pathname, search, hash } = window.location
      return parseHref(pathOf(pathname) + search + hash, window.history.state as ParsedHistoryState | undefined)
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShellRouter>
  }
}

function Root() {
  const shown = usePreview()
  const isAsked = useSignInAgain()
  const isSigningIn = usePathname().startsWith('/sign-in')
  // Before anybody has signed in, only the browser knows a language.
  useEffect(() => {
    if (isSigningIn) void speak(undefined)
  }, [isSigningIn])
  return (
    // A preview starts with nothing of the former screen.
    <Fragment key={shown && `${shown.kind} ${shown.id}`}>
      {/* The screen waits for the banner, so that nothing of a preview is visible without it. */}
      <Suspense>
        {shown && <PreviewBanner shown={shown} />}
        <Outlet />
      </Suspense>
      <Live />
      <Suspense>{isAsked && <SignInDialog />}</Suspense>
    </Fragment>
  )
}

/** Connects after the session is known: the first screen does not wait for it, and the sign-in screen has no connection. */
function Live() {
  const pathname = usePathname()
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  if (session === undefined || pathname.startsWith('/sign-in')) return null
  return (
    <Suspense>
      <LiveUpdates key={session.id} />
    </Suspense>
  )
}
