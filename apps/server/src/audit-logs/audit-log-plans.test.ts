import pg from 'pg'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'

type Filter = Partial<Record<'contains' | 'named' | 'actions' | 'actor' | 'project' | 'from' | 'before' | 'about', unknown>>

it('uses a suitable index for every filter', async () => {
  await using deps = await openTestDeps()
  const { organization } = await anOrganization(deps)
  const [project, person] = [deps.ids.next(), deps.ids.next()]
  const owner = new pg.Client({ connectionString: deps.databaseUrl })
  await owner.connect()
  try {
    // Most entries are about links and were written by jobs. One in 6,000 has a rare action, actor, project, word or
    // entity, or is about several entities.
    await owner.query(
      `insert into audit_log (created_at, organization_id, project_id, actor_kind, actor_id, source, request_id, action, entity, entity_id, after)
       select timestamptz '2026-01-31' - nth * interval '1 minute', $1, case when nth % 6000 = 1 then $2::uuid end, case when nth % 6000 = 2 then 'user' else 'system' end,
         case when nth % 6000 = 2 then $3 else 'frequent' end, 'api', 'test', case when nth % 6000 = 3 then 'store.create' else 'link.create' end, 'link',
         case when nth % 6000 = 5 then $3 end,
         case when nth % 6000 = 6 then jsonb_build_object($3, '{}'::jsonb) else jsonb_build_object('target', 'https://shop.example/' || case when nth % 6000 = 4 then 'zanzibar' else md5(nth::text) end) end
       from generate_series(0, 17999) as nth`,
      [organization.id, project, person],
    )
    await owner.query('vacuum (analyze) audit_log')
    await owner.query("load 'auto_explain'")
    await owner.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice;
      set role linkshelf_app`)
    await owner.query(`select set_config('linkshelf.organization_id', $1, false)`, [organization.id])
    let plans: string[] = []
    owner.on('notice', ({ message }) => {
      if (message?.includes('from audit_log where')) plans.push(message)
    })
    /** Returns how many entries the search found and the plan that PostgreSQL used. */
    async function explainSearch({
      contains,
      named = [],
      actions,
      actor,
      project: of,
      from,
      before,
      about,
    }: Filter): Promise<[found: number, plan: string]> {
      plans = []
      const { rows } = await owner.query('select cardinality(find_audit_entries($1, $2, $3, $4, $5, $6, null, $7, $8, 51, $9)) as found', [
        contains,
        named,
        actions,
        actor,
        of,
        from,
        before,
        before === undefined ? undefined : deps.ids.next(),
        about,
      ])
      return [rows[0].found, plans.at(-1) ?? '']
    }

    const [all, allPlan] = await explainSearch({})
    const [page, pagePlan] = await explainSearch({ before: '2026-01-25', from: '2026-01-01' })
    const [byAction, actionPlan] = await explainSearch({ actions: ['store.create'] })
    const [byActor, actorPlan] = await explainSearch({ actor: person })
    const [byKind, kindPlan] = await explainSearch({ actor: 'user' })
    const [bySystem, systemPlan] = await explainSearch({ actor: 'system' })
    const [byProject, projectPlan] = await explainSearch({ project })
    const [byWord, wordPlan] = await explainSearch({ contains: '%zanzibar%' })
    const [byLabel, labelPlan] = await explainSearch({ contains: '%store created%', named: ['store.create'] })
    const [aboutOne, aboutPlan] = await explainSearch({ about: [person] })
    const [frequent, frequentPlan] = await explainSearch({ contains: '%shop%' })

    expect([all, page, byAction, byActor, byKind, bySystem, byProject, byWord, byLabel, aboutOne, frequent]).toEqual([
      51, 51, 3, 3, 4, 51, 3, 3, 3, 6, 51,
    ])
    for (const found of [allPlan, pagePlan, frequentPlan]) expect(found).toContain('audit_log_organization_idx')
    expect(actionPlan).toContain('audit_log_action_idx')
    expect(actorPlan).toContain('audit_log_actor_idx')
    for (const found of [kindPlan, systemPlan]) expect(found).toMatch(/audit_log_(kind|organization)_idx/)
    expect(kindPlan).toContain('audit_log_kind_idx')
    expect(projectPlan).toContain('audit_log_project_idx')
    for (const index of ['audit_log_entity_idx', 'audit_log_several_idx']) expect(aboutPlan).toContain(index)
    expect(wordPlan).toContain('audit_log_search_idx')
    expect(labelPlan).toContain('audit_log_search_idx')
    expect(labelPlan).toContain('audit_log_action_idx')
  } finally {
    await owner.end()
  }
})
