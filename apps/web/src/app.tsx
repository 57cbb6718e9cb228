import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRoutes } from './routes.tsx'
import { colorSchemeKey, theme, themeVariables } from './ui/theme.ts'
import { ToastHost } from './ui/toast-host.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey })

/** Everything but the router, which a test brings itself. */
export function App({ queryClient, env }: { queryClient: QueryClient; env?: 'test' }) {
  return (
    <MantineProvider
      env={env}
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
    >
      <QueryClientProvider client={queryClient}>
        <AppRoutes />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
