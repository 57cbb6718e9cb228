import { Button } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'

/** There are links, and nobody has clicked one. */
export function NoClicksYet() {
  return (
    <EmptyState
      icon={<IconClick size={26} stroke={1.6} />}
      title="No clicks yet"
      action={
        <Button component={RouteLink} to="/links">
          Copy a link to share
        </Button>
      }
    >
      Share one of your short links. Its first click appears here within seconds, with where it came from.
    </EmptyState>
  )
}
