import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { Can } from '../../../session/permissions.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import classes from './file-buttons.module.css'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 } as const

/** Shows a button that imports products from a file, and a button that exports them. */
export function FileButtons({ scope }: { scope: ProjectScope }) {
  const { mutate, isPending } = useExportProducts(scope)
  return (
    <div className={classes.buttons}>
      <ImportProductsButton scope={scope} className={classes.button}>
        <span className={classes.word}>Import</span>
      </ImportProductsButton>
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

interface ImportProductsButtonProps {
  scope: ProjectScope
  className?: string | undefined
  children: React.ReactNode
}

export function ImportProductsButton({ scope, className, children }: ImportProductsButtonProps) {
  return (
    <Can call="productImports.create">
      <Button
        variant="default"
        className={className}
        leftSection={<IconUpload {...iconProps} />}
        aria-label="Import products"
        onClick={({ currentTarget }) =>
          void openDialog(
            () => import('./product-import-kind.tsx').then(({ productImportDialog }) => productImportDialog(scope)),
            currentTarget,
          )
        }
      >
        {children}
      </Button>
    </Can>
  )
}

/** Downloads every product as a CSV file. */
function useExportProducts(scope: ProjectScope) {
  return useFileDownload(() => api.products.export.call({ params: scope }))
}
