import { importJobs, undoJob } from '../file-imports/index.ts'
import type { ClickedLinkFinder } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { eraseExpiredProducts, eraseProductsTask } from './deletion/erase-products.ts'
import { productImports } from './import/product-imports.ts'

export function productJobs(deps: Deps & { visits: ClickedLinkFinder }): Job[] {
  return [
    {
      name: eraseProductsTask,
      kind: 'upkeep',
      cron: '29 * * * *',
      queue: eraseProductsTask,
      run: () => eraseExpiredProducts(deps),
    },
    ...importJobs(productImports, deps),
    undoJob(productImports, deps),
  ]
}
