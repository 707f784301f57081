const core = 'http://hl7.org/fhir/StructureDefinition/'
const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** Readers understand these extensions of FHIR R4 and of Structured Data Capture. */
export const extensionUrls = {
  itemControl: `${core}questionnaire-itemControl`,
  hidden: `${core}questionnaire-hidden`,
  unit: `${core}questionnaire-unit`,
  unitOption: `${core}questionnaire-unitOption`,
  minOccurs: `${core}questionnaire-minOccurs`,
  maxOccurs: `${core}questionnaire-maxOccurs`,
  sliderStep: `${core}questionnaire-sliderStepValue`,
  optionPrefix: `${core}questionnaire-optionPrefix`,
  optionExclusive: `${core}questionnaire-optionExclusive`,
  signatureRequired: `${core}questionnaire-signatureRequired`,
  displayCategory: `${core}questionnaire-displayCategory`,
  ordinalValue: `${core}ordinalValue`,
  questionnaireOrdinalValue: `${core}questionnaire-ordinalValue`,
  itemWeight: `${core}itemWeight`,
  conceptProperty:
    'http://hl7.org/fhir/5.0/StructureDefinition/extension-ValueSet.expansion.contains.property',
  minLength: `${core}minLength`,
  minValue: `${core}minValue`,
  maxValue: `${core}maxValue`,
  minQuantity: `${sdc}minQuantity`,
  maxQuantity: `${sdc}maxQuantity`,
  maxDecimalPlaces: `${core}maxDecimalPlaces`,
  regex: `${core}regex`,
  entryFormat: `${core}entryFormat`,
  mimeType: `${core}mimeType`,
  maxSize: `${core}maxSize`,
  openLabel: `${sdc}openLabel`,
  calculatedValue: `${core}cqf-calculatedValue`,
  calculatedExpression: `${sdc}calculatedExpression`,
  initialExpression: `${sdc}initialExpression`,
  enableWhenExpression: `${sdc}enableWhenExpression`,
  answerExpression: `${sdc}answerExpression`,
  /** This extension of ours says which kind of item it is, where its FHIR type has several. */
  formKind: 'urn:carelane:form-kind',
  /** This extension of ours holds JSON of the properties that FHIR R4 has no place for. */
  formProperties: 'urn:carelane:form-properties',
} as const
