import { Button, Text } from '@mantine/core'
import { showToast } from './toast.tsx'

/**
 * Says that code of the dashboard could not be loaded. It offers a reload, because some browsers request a failed
 * module only once per page.
 */
export function showLoadFailedToast(): void {
  void showToast({ title: 'Error', message: <LoadFailed />, tone: 'bad' })
}

function LoadFailed() {
  return (
    <>
      <Text size="sm" mb="xs">
        This could not be opened. Check your connection, then reload the page.
      </Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </>
  )
}
