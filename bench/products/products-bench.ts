// Measures a file of 10,000 products, over HTTP and through the job queue. The file is checked and imported with a
// category and a short link for each product, then the products are exported and imported again as updates.
import { organizationId, type ProductImport, productFileMaxRows } from '@linkshelf/contract'
import { openJobs } from '../../apps/server/src/jobs.ts'
import { setOrganizationSettings } from '../../apps/server/src/organizations/index.ts'
import { createBenchDeps, openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { measureMs, printMachine } from '../measure.ts'

const categoryCount = 100

await using postgres = await openBenchPostgres()
const account = await openBenchAccount(postgres)
const { client, organization, project } = account
const jobDeps = createBenchDeps(postgres.accounts.jobs)
const jobs = await openJobs({
  deps: jobDeps,
  databaseUrl: postgres.accounts.jobs,
  operatorEmail: undefined,
  clickRetentionMonths: 13,
  newDomainsPerThreeHours: 10,
})
await setOrganizationSettings(account.deps, organizationId.parse(organization.id), ['package=Enterprise'])
const params = { orgId: organization.id, projectId: project.id }

printMachine({})
const rows = Array.from({ length: productFileMaxRows }, (_, nth) => toRow(nth))
const created = await importFile(`name,description,image_url,attributes,categories,url\n${rows.join('\n')}`)
assertCounts(created.result, { created: productFileMaxRows, links: productFileMaxRows })

let exported = ''
const exportMs = await measureMs(async () => {
  const { body } = await client.products.export({ params })
  exported = await new Response(body).text()
})
const updated = await importFile(exported)
assertCounts(updated.result, { updated: productFileMaxRows, links: 0 })

const toSeconds = (ms: number) => Number((ms / 1_000).toFixed(2))
console.table({
  'create, with a category and a short link each': {
    MB: created.megabytes,
    'checked in s': toSeconds(created.checkMs),
    'imported in s': toSeconds(created.importMs),
  },
  'update from an export': {
    MB: updated.megabytes,
    'checked in s': toSeconds(updated.checkMs),
    'imported in s': toSeconds(updated.importMs),
  },
})
console.log(`exported in ${toSeconds(exportMs)} s`)

await jobs.close()
await jobDeps.close()
await account[Symbol.asyncDispose]()

function toRow(nth: number): string {
  const description = `"Lamp number ${nth}, ${'with a warm light that dims to nothing, '.repeat(5)}"`
  const image = `https://pictures.example/${nth}.jpg`
  return `Lamp ${nth},${description},${image},Watt=40; Color=brass,Category ${nth % categoryCount},https://shop.example/lamp/${nth}?tag=mia-21`
}

async function importFile(csv: string) {
  let one: ProductImport | undefined
  const waitForState = async (state: ProductImport['state']) => {
    while (one?.state !== state) {
      if (one === undefined || one.state === 'failed') throw new Error(`The file was not imported: ${one?.failure}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      one = await client.productImports.get({ params: { ...params, importId: one.import_id } })
    }
    return one
  }
  const checkMs = await measureMs(async () => {
    one = await client.productImports.create({ params, body: { file: new File([csv], 'products.csv') } })
    await waitForState('ready')
  })
  const importMs = await measureMs(async () => {
    one = await client.productImports.start({ params: { ...params, importId: one?.import_id ?? '' }, body: { create_categories: true } })
    await waitForState('done')
  })
  return { result: await waitForState('done'), megabytes: Number((csv.length / 1e6).toFixed(1)), checkMs, importMs }
}

function assertCounts(result: ProductImport, expected: Partial<ProductImport>): void {
  for (const [name, count] of Object.entries({ rejected: 0, incomplete: 0, ...expected })) {
    if (result[name as keyof ProductImport] !== count) throw new Error(`${name}: ${result[name as keyof ProductImport]}, not ${count}`)
  }
}
