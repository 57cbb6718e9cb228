import { expect, it } from 'vitest'
import { aLink } from '../../../test/api-answers.ts'
import { toUndoLabelings, toUndoUpdate } from './link-undo.ts'

it('restores only the fields that an update replaces', () => {
  const link = aLink({ title: null, notes: 'Autumn', labels: ['audio'] })

  expect(toUndoUpdate(link, { target: 'https://shop.example/lamp', title: 'Lamp', notes: null })).toEqual({
    target: 'https://shop.example/headphones',
    title: '',
    notes: 'Autumn',
  })
  expect(toUndoUpdate(link, { slug: 'lamp', title: 'Lamp' })).toBeUndefined()
})

it('restores a title that came from the page as the title of the page', () => {
  const link = aLink({ title: 'Headphones | Shop', own_title: false })

  expect(toUndoUpdate(link, { title: 'My headphones' })).toEqual({ title: 'Headphones | Shop', own_title: false })
  expect(toUndoUpdate(link, { notes: 'Autumn' })).toEqual({ notes: null })
  expect(toUndoUpdate(aLink({ title: 'Mine' }), { title: 'Other' })).toEqual({ title: 'Mine' })
})

it('removes labels only from links that gained them, and adds labels only to links that lost them', () => {
  const [first, second, third] = [
    aLink({ url_id: '1', labels: ['audio', 'old'] }),
    aLink({ url_id: '2', labels: ['review'] }),
    aLink({ url_id: '3', labels: ['review', 'old'] }),
  ]

  expect(toUndoLabelings({ links: [first, second, third], changes: { add: ['review'], remove: ['old'] } })).toEqual([
    { links: [first], changes: { add: ['old'], remove: ['review'] } },
    { links: [third], changes: { add: ['old'], remove: [] } },
  ])
})
