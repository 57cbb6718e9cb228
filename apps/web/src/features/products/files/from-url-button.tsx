import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api.ts'
import { openDialog } from '../../../ui/dialogs.tsx'

interface FromUrlButtonProps {
  scope: ProjectScope
  /** Where a product that was added from a URL can be edited. */
  onAdded: (productId: string) => void
  className?: string
  children: React.ReactNode
}

/** Opens the form that starts a product from its page in a shop. */
export function FromUrlButton({ scope, onAdded, className, children }: FromUrlButtonProps) {
  return (
    <Button
      variant="default"
      {...(className !== undefined && { className })}
      leftSection={<IconLink aria-hidden size={16} stroke={1.6} />}
      aria-label="Add product from URL"
      onClick={({ currentTarget }) =>
        void openDialog(() => import('./file-dialogs.tsx').then(({ fromUrlDialog }) => fromUrlDialog(scope, onAdded)), currentTarget)
      }
    >
      {children}
    </Button>
  )
}
