import type { Link } from '@linkshelf/contract'
import { Button, type ButtonProps } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { shareUrl, useCanShare } from '../../ui/browser/share-url.ts'
import { copyLink } from './copy-link.ts'
import { formatLinkName } from './link-name.ts'

interface ShareLinkButtonProps extends ButtonProps {
  link: Link
  iconSize?: number
}

/**
 * A button that shares the short URL. Renders nothing in browsers that can't share it. Another button beside this
 * button copies the short URL.
 */
export function ShareLinkButton({ link, iconSize = 17, ...button }: ShareLinkButtonProps) {
  if (!useCanShare(link.url)) return null
  return (
    <Button {...button} leftSection={<IconShare2 aria-hidden size={iconSize} stroke={1.7} />} onClick={() => void shareLink(link)}>
      Share
    </Button>
  )
}

/** Shares the short URL. If the browser rejects that, copies the short URL instead. */
export async function shareLink(link: Link): Promise<void> {
  if (!(await shareUrl(link.url, formatLinkName(link)))) await copyLink(link)
}
