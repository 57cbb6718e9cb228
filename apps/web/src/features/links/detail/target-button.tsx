import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

/** Opens the target of a link in a new tab, without counting a click. */
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
