import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { Can } from '../../../session/permissions.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import classes from './file-buttons.module.css'
import { FromUrlButton } from './from-url-button.tsx'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 } as const

interface FileButtonsProps {
  scope: ProjectScope
  /** Opens the page where a product that was added from a URL can be edited. */
  onAdded: (productId: string) => void
}

/** Ways to add products beside the form, and to take them along. */
export function FileButtons({ scope, onAdded }: FileButtonsProps) {
  const { mutate, isPending } = useExportProducts(scope)
  return (
    <div className={classes.buttons}>
      <Can call="productImports.create">
        <FromUrlButton scope={scope} onAdded={onAdded} className={classes.button} aria-label="Add product from URL">
          <span className={classes.word}>From URL</span>
        </FromUrlButton>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<IconUpload {...iconProps} />}
          aria-label="Import products"
          onClick={({ currentTarget }) =>
            void openDialog(() => import('./file-dialogs.tsx').then(({ productImportDialog }) => productImportDialog(scope)), currentTarget)
          }
        >
          <span className={classes.word}>Import</span>
        </Button>
      </Can>
      <Button
        variant="default"
        className={classes.button}
        leftSection={<IconDownload {...iconProps} />}
        aria-label="Export products as CSV"
        loading={isPending}
        onClick={() => mutate()}
      >
        <span className={classes.word}>Export</span>
      </Button>
    </div>
  )
}

/** Downloads every product as a CSV file. */
function useExportProducts(scope: ProjectScope) {
  return useFileDownload(() => api.products.export.call({ params: scope }))
}
