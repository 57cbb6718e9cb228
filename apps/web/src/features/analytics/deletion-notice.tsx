import type { Dashboard } from '@linkshelf/contract'
import { Text } from '@mantine/core'

/** Says that deleted clicks are still stored. Numbers don't count them any more. */
export function DeletionNotice({ numbers }: { numbers: Dashboard | undefined }) {
  if (numbers?.deletion === undefined) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      Deleting clicks… The numbers below already leave them out.
    </Text>
  )
}
