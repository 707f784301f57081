import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { briefFolder } from './brief-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database whose schema is up to date and which tests copy, never write to. */
    templateUrl: string
  }
}

/**
 * One PostgreSQL for all server tests, with a template database that each test file copies.
 * `TEST_DATABASE_URL` names another one (of another version), where tests may make databases.
 */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres(process.env['TEST_DATABASE_URL'])
  const maintenance = connect(postgres.url, { poolSize: 1, onError: () => undefined })
  // What a test commits need not outlive a power cut; those that kill a server start their own.
  await sql`alter role current_user set synchronous_commit to off`.execute(maintenance)
  await sql`drop database if exists template_carelane`.execute(maintenance)
  await sql`create database template_carelane`.execute(maintenance)
  await maintenance.destroy()
  const templateUrl = new URL(postgres.url)
  templateUrl.pathname = '/template_carelane'
  const template = connect(templateUrl.href, { poolSize: 1, onError: () => undefined })
  await migrate(template)
  await template.destroy()
  project.provide('templateUrl', templateUrl.href)
  return postgres.stop
}

async function startPostgres(given: string | undefined) {
  if (given) return { url: given, stop: async () => undefined }
  const dataDir = briefFolder('test')
  const postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
