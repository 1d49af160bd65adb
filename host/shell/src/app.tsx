import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pathOf } from './api/base-path.ts'
import { createQueryClient } from './api/query-client.ts'
import { preview } from './api/preview.ts'
import { signInAgain } from './api/sign-in-again.ts'
import { sessionOptions } from './api/documents.ts'
import { DOCUMENTS } from './api/refresh-documents.ts'
import { readAhead } from './dashboard/read-ahead.ts'
import { createShellRouter } from './router.tsx'
import { shownHeading } from './screen/heading.ts'
import { useShownSecrets } from './feedback/secret.ts'
import { useHasToasts } from './feedback/toast.ts'
import { undoByKey } from './feedback/undo.ts'
import { openSignIn } from './session/sign-in-address.ts'
import { useLanguage } from './language/speak.ts'
import { onLanguage } from './language/spoken.ts'
import { colorScheme, shellTheme } from './theme/theme.ts'

// Fetched with the first toast: the first screen has nothing to announce.
const ToastStack = lazy(() => import('./feedback/toast-stack.tsx').then((module) => ({ default: module.ToastStack })))

// Fetched with the first secret: dialogs are a tenth of what the first screen loads.
const SecretDialog = lazy(() =>
  import('./feedback/secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })),
)

const router = createShellRouter()

const queryClient = createQueryClient(() => {
  if (router.history.location.pathname.startsWith('/sign-in')) return
  void signInAgain.ask().then((isSignedIn) => {
    if (isSignedIn) return
    preview.change(null)
    openSignIn(router.history)
  })
})

undoByKey(queryClient)

// Documents are translated when they arrive, so those of the former language are read again.
const [, sessionPath] = sessionOptions().queryKey
onLanguage(() =>
  queryClient.removeQueries({ queryKey: DOCUMENTS, predicate: ({ queryKey }) => queryKey[1] !== sessionPath }),
)

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
  if (fromLocation === undefined || !pathChanged) return
  // The sidebar stays mounted across screens, so nothing else would refresh its documents.
  void queryClient.invalidateQueries({ queryKey: DOCUMENTS })
  const place = { former: shownHeading(), focused: document.activeElement }
  const departure = { from: fromLocation.pathname, to: toLocation.pathname, ...place }
  void import('./screen/arrival.ts').then(({ arrive }) => arrive(departure))
})

const Toasts = () => (useHasToasts() ? <ToastStack /> : null)
const Secrets = () => (useShownSecrets().length > 0 ? <SecretDialog /> : null)

/** Reads the screen that the address shows. Call it before the first rendering, in the language of the person. */
export const readFirstScreen = (): Promise<void> =>
  readAhead(queryClient, { pathname: pathOf(window.location.pathname), search: window.location.search })

/** The whole client: theme, query cache, router, toasts, and the dialog for secrets. */
export function App() {
  const { language, direction } = useLanguage()
  return (
    // Texts are not observed one by one: everything is rendered anew in another language.
    <DirectionProvider key={language} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={shellTheme()} colorSchemeManager={colorScheme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Suspense>
            <Toasts />
            <Secrets />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
