import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ReauthenticationOutlet } from './features/identity/reauthentication/reauthentication-outlet.tsx'
import { AppRoutes } from './routes.tsx'
import { GuardedNavigation } from './ui/forms/leave-guard.tsx'
import { OfflineNotice } from './ui/states/offline-notice.tsx'
import { colorSchemeKey, theme } from './ui/theme.ts'
import { ToastOutlet } from './ui/toasts/toast-outlet.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey })

/** The dashboard without its router. Tests use a different router. */
export function App({ queryClient, env }: { queryClient: QueryClient; env?: 'test' }) {
  return (
    <MantineProvider
      env={env}
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
    >
      <QueryClientProvider client={queryClient}>
        <GuardedNavigation>
          <AppRoutes />
          <ToastOutlet />
        </GuardedNavigation>
        <ReauthenticationOutlet />
        <OfflineNotice />
      </QueryClientProvider>
    </MantineProvider>
  )
}
