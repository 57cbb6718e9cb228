import type { Entitlements } from '@linkshelf/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { integrationQueries } from '../../features/integrations/integration-queries.ts'
import { linkImportsQuery } from '../../features/links/link-queries.ts'
import { hasProductsQuery } from '../../features/products/product-queries.ts'
import { storeQuery } from '../../features/stores/store-queries.ts'
import { useCan } from '../../session/permissions.tsx'
import { readStored, writeStored } from '../../ui/browser/local-storage.ts'

interface StepPage {
  title: string
  /** Undefined if the step opens a dialog. */
  to?: string
}

/** The steps that make a new project useful, in the order on screen. */
const stepNames = ['link', 'retailer', 'store', 'product', 'import'] as const
export type StepName = (typeof stepNames)[number]

export const firstSteps: Record<StepName, StepPage> = {
  link: { title: 'Shorten a link', to: '/' },
  retailer: { title: 'Connect a retailer', to: '/settings/integrations' },
  store: { title: 'Open your store', to: '/store' },
  product: { title: 'Add a product', to: '/store/products/new' },
  import: { title: 'Import your links' },
}

interface FirstStep {
  name: StepName
  /** Undefined while it is unknown, because data is loading. */
  isDone: boolean | undefined
}

/** The project that the steps are for, its number of links, and the features of its organization. */
interface StepsProject {
  scope: ProjectScope
  linkCount: number
  entitlements: Pick<Entitlements, 'hasProducts' | 'hasStorePage'>
}

/** A project with fewer clicks than this is new. The dashboard and toasts offer more steps to new projects. */
export const clicksOfNewProject = 100

/** Returns the steps of a project that the user may do and has not skipped. */
export function useFirstSteps({ scope, linkCount, entitlements }: StepsProject, skipped: readonly StepName[]): FirstStep[] {
  const { hasProducts, hasStorePage } = entitlements
  const canTake: Record<StepName, boolean> = {
    link: useCan('links.create'),
    retailer: useCan('integrations.saveAmazon'),
    store: useCan('stores.create'),
    product: useCan('products.create'),
    import: useCan('linkImports.create'),
  }
  const hasIntegration = useHasIntegration(scope)
  const store = useQuery({ ...storeQuery(scope), enabled: hasProducts }).data
  const products = useQuery({ ...hasProductsQuery(scope), enabled: hasProducts && store != null }).data
  const imports = useQuery(linkImportsQuery(scope)).data
  const isDone: Record<StepName, boolean | undefined> = {
    link: linkCount > 0,
    retailer: hasIntegration,
    store: store === undefined ? undefined : store !== null,
    product: products && products.body.length > 0,
    import: imports && imports.length > 0,
  }
  // A product belongs to a store, so the store must be created first.
  const isOffered = (name: StepName) => (name === 'product' ? hasProducts && store != null : name !== 'store' || hasStorePage)
  return stepNames
    .filter((name) => isOffered(name) && canTake[name] && !skipped.includes(name))
    .map((name) => ({ name, isDone: isDone[name] }))
}

/**
 * Returns the first open step with a page, except `completed`. Returns undefined if all steps are done, while the steps
 * are loading, or if the project is no longer new.
 */
export function useNextStep(project: StepsProject, completed: string): StepName | undefined {
  const steps = useFirstSteps(project, readSkippedSteps(project.scope.projectId)).filter(
    ({ name }) => name !== completed && firstSteps[name].to !== undefined,
  )
  const open = steps.every(({ isDone }) => isDone !== undefined) ? steps.find(({ isDone }) => !isDone)?.name : undefined
  const { data: overview } = useQuery({ ...overviewQuery(project.scope), enabled: open !== undefined })
  const isNew = overview !== undefined && overview.clicksAllTime < clicksOfNewProject
  return isNew ? open : undefined
}

/** Returns true if the project has an account of any retailer. Returns undefined while the accounts are loading. */
export function useHasIntegration(scope: ProjectScope, { enabled = true } = {}): boolean | undefined {
  const integrations = useQueries({
    queries: Object.values(integrationQueries).map((toQuery) => ({ ...toQuery(scope), enabled })),
    combine: (results) => results.map(({ data }) => data),
  })
  if (integrations.some((integration) => integration?.updated_at != null)) return true
  return integrations.includes(undefined) ? undefined : false
}

function toStorageKey(projectId: string): string {
  return `linkshelf.skipped-steps.${projectId}`
}

/** Returns the steps that the user skipped in this browser. */
export function readSkippedSteps(projectId: string): StepName[] {
  const stored = readStored(toStorageKey(projectId))
  return stepNames.filter((name) => Array.isArray(stored) && stored.includes(name))
}

export function writeSkippedSteps(projectId: string, names: readonly StepName[]): void {
  writeStored(toStorageKey(projectId), names)
}
