import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { FromUrlForm } from './from-url-form.tsx'
import { ProductImportPanel } from './import-panel.tsx'

export function importDialog(scope: ProjectScope): Dialog {
  return { title: 'Import Products', body: (close) => <ProductImportPanel scope={scope} onClose={close} /> }
}

export function fromUrlDialog(scope: ProjectScope, onAdded: (productId: string) => void): Dialog {
  return { title: 'Add Product from URL', body: (close) => <FromUrlForm scope={scope} onAdded={onAdded} onClose={close} /> }
}
