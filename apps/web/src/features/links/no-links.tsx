import { Button } from '@mantine/core'
import { IconArchive, IconLinkPlus, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusAddLinkBar } from './add-link-bar.tsx'
import type { LinkFilter } from './link-filter.ts'

const look = { size: 26, stroke: 1.6 }

/** Why the list is empty, and what to do about it. */
export function NoLinks({ filter, onClear, onLeaveArchive }: { filter: LinkFilter; onClear?: () => void; onLeaveArchive?: () => void }) {
  if (filter.search !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff {...look} />}
        title="No links found"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        Nothing matches “{filter.search}”. Try a part of the target or of the short URL.
      </EmptyState>
    )
  }
  if (filter.isArchived) {
    return (
      <EmptyState
        icon={<IconArchive {...look} />}
        title="No archived links"
        action={
          <Button variant="default" onClick={onLeaveArchive}>
            Show active links
          </Button>
        }
      >
        Archive a link to tidy your list. It goes on redirecting and keeps its clicks.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconLinkPlus {...look} />}
      title="No links yet"
      action={<Button onClick={focusAddLinkBar}>Add your first link</Button>}
    >
      Paste a long URL at the top of the page. You get a short link to share, and see every click on it.
    </EmptyState>
  )
}
