import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { DOCUMENTS } from './api/documents.ts'
import { Toasts } from './feedback/toasts.tsx'
import { createShellRouter } from './router.tsx'
import { signInAddress } from './session/sign-in-address.ts'
import { colorScheme } from './theme/color-scheme.ts'
import { theme } from './theme/theme.ts'

const router = createShellRouter()

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.history.location
  if (pathname !== '/sign-in') router.history.push(signInAddress(href))
})

// The sidebar outlives every screen, so nothing else would ask for it again.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) void queryClient.invalidateQueries({ queryKey: DOCUMENTS })
})

/** The whole client: theme, cache of what was read, and the screens. */
export function App() {
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
