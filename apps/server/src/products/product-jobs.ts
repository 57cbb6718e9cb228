import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { checkImport } from './import/check-import.ts'
import { importProducts } from './import/import-products.ts'

export function productJobs(deps: Deps): Job[] {
  return [
    { name: 'check-product-import', kind: 'files', run: (payload) => checkImport(deps, payload) },
    { name: 'import-products', kind: 'files', run: (payload) => importProducts(deps, payload) },
  ]
}
