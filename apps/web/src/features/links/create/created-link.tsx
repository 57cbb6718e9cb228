import type { Link } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { withoutScheme } from '../../../ui/formats/address.tsx'
import { copyLink } from '../copy-link.ts'

/** The new short link with a copy button; `otherProject` is the name of its project when it is not the current one. */
export function CreatedLink({ link, otherProject }: { link: Link; otherProject?: string }) {
  return (
    <Group justify="space-between" gap="xs" mt={4}>
      <span>
        {withoutScheme(link.url)}
        {otherProject !== undefined && ` in ${otherProject}`}
      </span>
      <Button size="compact-sm" variant="light" leftSection={<IconCopy aria-hidden size={15} />} onClick={() => void copyLink(link)}>
        Copy
      </Button>
    </Group>
  )
}
