import type { Store } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'

/** Deletes the store after the user has confirmed it in a dialog. */
export function DeleteStoreCard({ scope, store }: { scope: ProjectScope; store: Store }) {
  return (
    <TitledCard
      title="Delete store"
      description="The page, the settings and the QR code of the store are deleted. Products, categories and links stay in the project."
      action={
        <Button
          variant="default"
          onClick={({ currentTarget }) =>
            void openDialog(() => import('./delete-store-form.tsx').then((module) => module.deleteStoreDialog(scope, store)), currentTarget)
          }
        >
          Delete store
        </Button>
      }
    />
  )
}
