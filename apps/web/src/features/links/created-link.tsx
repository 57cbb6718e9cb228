import type { Link } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyLink } from './copy-link.ts'
import { withoutScheme } from './link-name.ts'

/** The new short link, ready to be taken along. */
export function CreatedLink({ link }: { link: Link }) {
  return (
    <Group justify="space-between" gap="xs" mt={4}>
      <span>{withoutScheme(link.url)}</span>
      <Button size="compact-sm" variant="light" leftSection={<IconCopy aria-hidden size={15} />} onClick={() => void copyLink(link)}>
        Copy
      </Button>
    </Group>
  )
}
