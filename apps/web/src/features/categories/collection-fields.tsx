import { categoryDescriptionMaxLength } from '@linkshelf/contract'
import { Textarea } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { ProjectScope } from '../../api/api.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { ImageField } from '../uploads/image-field.tsx'
import classes from './category-form.module.css'

interface CollectionFieldsProps {
  scope: ProjectScope
  field: CollectionField
  imageUrl: string
}

/** Returns the props of the input of a field. */
type CollectionField = (name: 'description' | 'image_url' | 'show_as_row', options?: { type: 'checkbox' }) => GetInputPropsReturnType

/** Fields for the look of a category in the store: on its own page, and on the main page. */
export function CollectionFields({ scope, field, imageUrl }: CollectionFieldsProps) {
  return (
    <div className={classes.collection}>
      <Textarea
        label="Text"
        description="Shown on the page of the category."
        rows={3}
        maxLength={categoryDescriptionMaxLength}
        {...field('description')}
      />
      <ImageField
        scope={scope}
        label="Picture"
        description="Wide, across the top of the page of the category."
        {...field('image_url')}
        value={imageUrl}
      />
      <DescribedSwitch
        label="Show as a row"
        description="The main page of your store shows the first products in a row that scrolls sideways."
        {...field('show_as_row', { type: 'checkbox' })}
      />
    </div>
  )
}
