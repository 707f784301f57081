type AdviceText = { text: string; categories: readonly [string, ...string[]] }

const CALL_111 = 'Call 111 if you get worse or you are worried.'

export const ADVICE_TEXTS: readonly AdviceText[] = [
  {
    text: `Your arm may be sore for two or three days. A cool cloth and paracetamol help.\n\n${CALL_111}`,
    categories: ['Vaccination aftercare', 'Pain relief at home'],
  },
  {
    text: 'Drink plenty of water, rest, and take paracetamol for the fever.\n\nMost colds pass within 10 days. Antibiotics do not help against them.',
    categories: ['Self-care', 'Antibiotic resistance'],
  },
  {
    text: 'Shake the inhaler, breathe out, then breathe in slowly while you press it. Hold your breath for 10 seconds.\n\nRinse your mouth afterwards.',
    categories: ['Inhaler technique'],
  },
  {
    text: 'Take the tablets with food, at the same time every day.\n\nTell us if you feel dizzy when you stand up.',
    categories: ['Medicines and side effects'],
  },
  {
    text: 'Finish the whole course of antibiotics, even if you feel better.\n\nDo not share them with anybody.',
    categories: ['Antibiotic resistance', 'Medicines and side effects'],
  },
  {
    text: 'Walk for 30 minutes on five days a week. It counts when you are slightly out of breath.\n\nStart with 10 minutes and add 5 each week.',
    categories: ['Physical activity', 'Diet and weight'],
  },
  {
    text: 'Your blood pressure was raised today. Cut down on salt and check it at home twice a day for a week.\n\nBook an appointment with your GP and take the readings with you.',
    categories: ['Diet and weight', 'Referral to a GP'],
  },
  {
    text: 'Choose a day to stop, and tell your family and friends.\n\nUse a patch every day and the gum when you crave a cigarette. We can help you for 12 weeks.',
    categories: ['Stopping smoking'],
  },
  {
    text: 'Keep the dressing dry for 48 hours, then wash the wound gently with tap water.\n\nCome back if it turns red, hot or swollen.',
    categories: ['Wound care', 'When to seek help'],
  },
  {
    text: 'Use the cream twice a day for 7 days, and an emollient as often as you like.\n\nUse SPF 30 or higher and stay in the shade from 11am to 3pm.',
    categories: ['Sun and skin'],
  },
  {
    text: 'Drink only bottled or boiled water, and peel fruit yourself.\n\nStart the malaria tablets two days before you travel and take them until 7 days after your return.',
    categories: ['Travel health', 'Medicines and side effects'],
  },
  {
    text: 'Go to bed and get up at the same times. Put your phone away an hour before.\n\nNo coffee after 2pm.',
    categories: ['Sleep', 'Mental wellbeing'],
  },
  {
    text: 'Call 999 if the skin is mottled or blue, if breathing is hard, or if you feel confused.\n\nThese can be signs of sepsis.',
    categories: ['Signs of sepsis', 'When to seek help'],
  },
  {
    text: 'Stay below 14 units a week, spread over three days or more, with some days without alcohol.',
    categories: ['Alcohol'],
  },
  {
    text: 'Talk to somebody you trust about how you feel. NHS Talking Therapies takes you without a referral.\n\nCall 111 and choose option 2 if you are in a crisis.',
    categories: ['Mental wellbeing', 'Referral to a GP'],
  },
]

export const SNIPPETS: readonly (AdviceText & { name: string })[] = [
  {
    name: 'After a vaccination',
    text: `Your arm may be sore for two or three days. A cool cloth and paracetamol help.\n\n${CALL_111}`,
    categories: ['Vaccination aftercare'],
  },
  {
    name: 'Cold or flu',
    text: 'Drink plenty of water, rest, and take paracetamol for the fever. Antibiotics do not help.',
    categories: ['Self-care', 'Antibiotic resistance'],
  },
  {
    name: 'Inhaler',
    text: 'Shake the inhaler, breathe out, then breathe in slowly while you press it. Hold your breath for 10 seconds.',
    categories: ['Inhaler technique'],
  },
  {
    name: 'When to call for help',
    text: 'Call 999 if breathing is hard, the skin is mottled or blue, or you feel confused.',
    categories: ['Signs of sepsis', 'When to seek help'],
  },
]
