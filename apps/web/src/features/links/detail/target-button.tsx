import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

/** Opens where a link leads in a tab of its own, not as one of its clicks. */
export function TargetButton({ target, children }: { target: string; children: string }) {
  return (
    <Button
      component="a"
      href={target}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconExternalLink aria-hidden size={17} />}
    >
      {children}
    </Button>
  )
}
