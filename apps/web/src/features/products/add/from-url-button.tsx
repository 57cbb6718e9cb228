import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'

interface FromUrlButtonProps {
  scope: ProjectScope
  /** Opens the page where a product that was added from a URL can be edited. */
  onAdded: (productId: string) => void
  className?: string
  /** The accessible name, for a button whose text may be hidden. */
  'aria-label'?: string
  children: React.ReactNode
}

/** Opens the form that starts a product from its page in a shop. */
export function FromUrlButton({ scope, onAdded, children, ...buttonProps }: FromUrlButtonProps) {
  return (
    <Button
      variant="default"
      {...buttonProps}
      leftSection={<IconLink aria-hidden size={16} stroke={1.6} />}
      onClick={({ currentTarget }) =>
        void openDialog(
          () => import('./from-url-form.tsx').then(({ productFromUrlDialog }) => productFromUrlDialog(scope, onAdded)),
          currentTarget,
        )
      }
    >
      {children}
    </Button>
  )
}
