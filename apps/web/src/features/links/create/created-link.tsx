import type { Link } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyLink } from '../copy-link.ts'
import { withoutScheme } from '../link-name.ts'

/** The new short link, ready to be taken along; `elsewhere` names its project when that is not the one shown. */
export function CreatedLink({ link, elsewhere }: { link: Link; elsewhere?: string }) {
  return (
    <Group justify="space-between" gap="xs" mt={4}>
      <span>
        {withoutScheme(link.url)}
        {elsewhere !== undefined && ` in ${elsewhere}`}
      </span>
      <Button size="compact-sm" variant="light" leftSection={<IconCopy aria-hidden size={15} />} onClick={() => void copyLink(link)}>
        Copy
      </Button>
    </Group>
  )
}
