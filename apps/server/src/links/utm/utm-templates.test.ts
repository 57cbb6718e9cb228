import { type UtmTemplateId, utmTemplateDraft, utmTemplateId, utmTemplatesPerProject } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aProject, catchErrorCode, listErrorCodes } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import type { ProjectContext } from '../../access/index.ts'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './utm-templates.ts'

async function aTemplate(deps: TestDeps, ctx: ProjectContext, draft: object): Promise<UtmTemplateId> {
  return utmTemplateId.parse((await createTemplate(deps, ctx, utmTemplateDraft.parse(draft))).template_id)
}

it('stores the templates of a project, sorted by name', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await aTemplate(deps, ctx, { name: 'YouTube', source: 'youtube', medium: 'video' })
  const id = await aTemplate(deps, ctx, { name: 'newsletter', source: ' mail ', campaign: '' })
  const name = 'Newsletter'

  await updateTemplate(ctx, { templateId: id, draft: utmTemplateDraft.parse({ name, source: 'mail', campaign: 'spring' }) })

  expect(await listTemplates(ctx)).toEqual([
    { template_id: id, name, source: 'mail', medium: null, campaign: 'spring', term: null, content: null },
    expect.objectContaining({ name: 'YouTube', source: 'youtube', medium: 'video' }),
  ])
  await deleteTemplate(ctx, id)
  expect((await listTemplates(ctx)).map((template) => template.name)).toEqual(['YouTube'])
})

it('rejects a second template with the same name in a project, ignoring case', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  await aTemplate(deps, ctx, { name: 'Mail' })
  const id = await aTemplate(deps, ctx, { name: 'Video' })
  const draft = utmTemplateDraft.parse({ name: 'MAIL' })

  expect(await catchErrorCode(createTemplate(deps, ctx, draft))).toBe('UTM_TEMPLATE_NAME_TAKEN')
  expect(await catchErrorCode(updateTemplate(ctx, { templateId: id, draft }))).toBe('UTM_TEMPLATE_NAME_TAKEN')
  await createTemplate(deps, other, draft)
})

it('creates at most 100 templates per project, even if several are created at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let nth = 0; nth < utmTemplatesPerProject - 1; nth += 1) await aTemplate(deps, ctx, { name: `Template ${nth}` })

  const outcomes = await Promise.allSettled(['one', 'other'].map((name) => aTemplate(deps, ctx, { name })))

  expect(listErrorCodes(outcomes)).toEqual(['UTM_TEMPLATE_LIMIT_REACHED'])
})

it("protects another organization's templates", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const id = await aTemplate(deps, mia, { name: 'Mail' })

  for (const ctx of [noah, { ...mia, organization: noah.organization }]) {
    expect(await catchErrorCode(deleteTemplate(ctx, id))).toMatch(/^(UTM_TEMPLATE_)?NOT_FOUND$/)
    const draft = utmTemplateDraft.parse({ name: 'Mine' })
    expect(await catchErrorCode(updateTemplate(ctx, { templateId: id, draft }))).toMatch(/^(UTM_TEMPLATE_)?NOT_FOUND$/)
  }
  expect(await listTemplates(mia)).toHaveLength(1)
})
