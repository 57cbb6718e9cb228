import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { importDialog } from '../../file-imports/import-panel.tsx'
import { FromUrlForm } from './from-url-form.tsx'
import { productImportKind } from './product-import-kind.tsx'

export function productImportDialog(scope: ProjectScope): Dialog {
  return importDialog(productImportKind, scope)
}

export function fromUrlDialog(scope: ProjectScope, onAdded: (productId: string) => void): Dialog {
  return { title: 'Add Product from URL', body: (close) => <FromUrlForm scope={scope} onAdded={onAdded} onClose={close} /> }
}
