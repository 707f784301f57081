import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { VaccinationDialog } from '#islands/vaccinations/VaccinationDialog.tsx'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { givenDose } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'

export const START = ['GET admin/vaccinationhistories/get-vaccination-history-by-appointment/']
export const CHECK = ['POST admin/vaccinationhistories/check/']
export const RECORD = ['POST admin/vaccinationhistories/']

export const checkedWell = {
  errors: {},
  warnings: [],
  suggested_dose_number: 2,
  booster_due_date: '2026-11-04',
}

export async function openRecording({ isHistorical = false } = {}) {
  const onClose = vi.fn()
  const stage = await openPart(
    <VaccinationDialog of={{ appointmentId: 41 }} {...{ isHistorical, onClose }} />,
    { viewer: { permissions: ['clinic.view_appointment', 'clinic.add_appointment'], staff_id: 3 } },
  )
  const { api, user } = stage
  const choose = async (name: string | RegExp) => {
    await user.click(screen.getByRole('radio', { name }))
  }
  const keys = async (text: string) => {
    await user.keyboard(text)
    await settled()
  }
  const answerStart = async (given: VaccinationStart) => {
    await api.answered(START, () => given)
  }
  const answerCheck = async (answer: object = checkedWell) => {
    await api.answered(CHECK, () => answer)
  }
  const answerRecord = async () => {
    await api.answered(RECORD, () => givenDose)
  }
  const sent = (key: string[]) => api.sent.filter((call) => key.includes(call.key))
  return {
    ...stage,
    onClose,
    isHistorical,
    choose,
    keys,
    sent,
    answerStart,
    answerCheck,
    answerRecord,
  }
}

export type RecordingStage = Awaited<ReturnType<typeof openRecording>>
