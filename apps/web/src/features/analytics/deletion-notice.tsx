import type { Dashboard } from '@linkshelf/contract'
import { Text } from '@mantine/core'

/** Says that clicks are being deleted. Deleted clicks are still stored, but the numbers no longer count them. */
export function DeletionNotice({ numbers }: { numbers: Dashboard | undefined }) {
  if (numbers?.deletion === undefined) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      Deleting clicks… The numbers below already leave them out.
    </Text>
  )
}
