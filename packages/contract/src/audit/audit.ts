import { z } from 'zod'

/** The actions that the audit log records, as `entity.verb`. Names are public and permanent. */
export const auditActions = [
  'user.register',
  'user.request_confirmation',
  'user.confirm_email',
  'user.change_password',
  'user.reset_password',
  'user.request_deletion',
  'user.remind_deletion',
  'user.postpone_deletion',
  'user.keep',
  'user.delete',
  'session.revoke',
  'session.revoke_others',
  'session.end_all',
  'session.reauthenticate',
  'profile.update',
  'profile.set_avatar',
  'profile.remove_avatar',
  'notifications.update',
  'notifications.unsubscribe',
  'organization.create',
  'organization.update',
  'organization.request_deletion',
  'organization.remind_deletion',
  'organization.keep',
  'organization.delete',
  'member.invite',
  'member.change_role',
  'member.transfer_ownership',
  'member.remove',
  'invitation.send_email',
  'invitation.resend',
  'invitation.revoke',
  'invitation.accept',
  'subscription.set_customer',
  'subscription.change',
  'subscription.sync',
  'subscription.refund',
  'project.create',
  'project.update',
  'project.archive',
  'project.unarchive',
  'project.delete',
  'link.create',
  'link.update',
  'link.archive',
  'link.unarchive',
  'link.delete',
  'link.bulk_update',
  'link.bulk_delete',
  'link.restore',
  'link.erase',
  'link.check_page',
  'link.request_check',
  'link.bulk_request_check',
  'link.change_health',
  'link.announce_broken',
  'api_key.create',
  'api_key.revoke',
  'link_import.create',
  'link_import.check',
  'link_import.start',
  'link_import.import_rows',
  'link_import.delete',
  'label.create',
  'label.update',
  'label.delete',
  'link_view.create',
  'link_view.update',
  'link_view.delete',
  'utm_template.create',
  'utm_template.update',
  'utm_template.delete',
  'qr_code.update',
  'store.create',
  'store.update',
  'store.activate',
  'store.deactivate',
  'store.delete',
  'store.add_product',
  'store.remove_product',
  'store.create_url',
  'store.draw_picture',
  'product.create',
  'product.update',
  'product.delete',
  'product.suggest',
  'product.bulk_update',
  'product.bulk_delete',
  'product.move',
  'product.link_url',
  'product.unlink_url',
  'product.create_url',
  'product.draw_picture',
  'product_import.create',
  'product_import.check',
  'product_import.start',
  'product_import.import_rows',
  'product_import.delete',
  'category.create',
  'category.update',
  'category.delete',
  'category.activate',
  'category.deactivate',
  'category.move',
  'integration.save',
  'integration.delete',
  'amazon_migration.start',
  'amazon_migration.migrate_links',
  'amazon_migration.stop',
  'amazon_migration.fail',
  'amazon_migration.undo',
  'amazon_migration.restore_links',
  'amazon_migration.fail_undo',
  'youtube_channel.create',
  'youtube_channel.update',
  'youtube_channel.delete',
  'youtube_channel.scan',
  'youtube_channel.store_videos',
  'youtube_channel.expand_links',
  'youtube_channel.finish_scan',
  'youtube_channel.request_connection',
  'youtube_channel.connect',
  'youtube_channel.disconnect',
  'youtube_channel.revoke',
  'youtube_channel.update_video',
  'youtube_channel.update_link',
  'youtube_channel.migrate',
  'youtube_channel.plan_video',
  'youtube_channel.migrate_video',
  'youtube_channel.finish',
  'youtube_channel.stop',
  'youtube_channel.fail',
  'youtube_channel.undo',
  'youtube_channel.restore_video',
  'youtube_channel.skip_video',
  'upload.create',
  'upload.encode',
  'upload.delete',
  'data_export.create',
  'data_export.finish',
  'data_export.download',
  'data_export.fetch',
  'data_export.end_downloads',
  'data_export.delete',
  'data_import.create',
  'data_import.add_part',
  'data_import.check',
  'data_import.start',
  'data_import.import_file',
  'data_import.delete',
  'earnings.match',
  'earnings.post_back',
  'earnings.announce',
  'earnings.update_rates',
  'earnings.create_postback',
  'earnings.delete_postback',
  'earnings_import.create',
  'earnings_import.check',
  'earnings_import.start',
  'earnings_import.import_rows',
  'earnings_import.delete',
  'clicks.delete',
  'saved_report.create',
  'saved_report.update',
  'saved_report.delete',
  'saved_report.unsubscribe',
  'feedback.submit',
  'feedback.send_email',
] as const

export const auditAction = z.enum(auditActions)
export type AuditAction = (typeof auditActions)[number]

/** The kind of thing that an entry is about. */
export type AuditEntity =
  | 'user'
  | 'session'
  | 'notifications'
  | 'organization'
  | 'member'
  | 'invitation'
  | 'subscription'
  | 'project'
  | 'link'
  | 'api_key'
  | 'label'
  | 'link_view'
  | 'utm_template'
  | 'qr_code'
  | 'store'
  | 'product'
  | 'link_import'
  | 'product_import'
  | 'category'
  | 'integration'
  | 'amazon_migration'
  | 'youtube_channel'
  | 'upload'
  | 'data_export'
  | 'data_import'
  | 'earnings'
  | 'earnings_import'
  | 'clicks'
  | 'saved_report'
  | 'feedback'
