export type NamePool = {
  surnames: readonly string[]
  women: readonly string[]
  men: readonly string[]
}

export const NAME_POOLS: readonly NamePool[] = [
  {
    surnames: ['Ashworth', 'Bexley', 'Carter', 'Dunmore', 'Elliott', 'Fairweather', 'Hartley'],
    women: ['Alice', 'Charlotte', 'Eleanor', 'Florence', 'Margaret', 'Poppy', 'Susan', 'Ruth'],
    men: ['Alfie', 'Arthur', 'George', 'Harry', 'Jack', 'Peter', 'Stanley', 'William'],
  },
  {
    surnames: ['Kirkbride', 'Loxley', 'Marsden', 'Norcott', 'Pemberton', 'Thorne', 'Wycliffe'],
    women: ['Beatrice', 'Catherine', 'Daisy', 'Hazel', 'Jean', 'Lucy', 'Olivia', 'Sheila'],
    men: ['Brian', 'Charlie', 'Edward', 'Frank', 'Henry', 'Oliver', 'Ronald', 'Thomas'],
  },
  {
    surnames: ['Campbell', 'Drummond', 'MacLeod', 'Sinclair'],
    women: ['Aileen', 'Catriona', 'Fiona', 'Isla', 'Kirsty', 'Morag'],
    men: ['Alasdair', 'Callum', 'Euan', 'Fergus', 'Hamish', 'Rory'],
  },
  {
    surnames: ['Bevan', 'Gethin', 'Llewellyn', 'Prosser'],
    women: ['Bronwen', 'Carys', 'Ffion', 'Megan', 'Nia', 'Sian'],
    men: ['Dylan', 'Emrys', 'Gareth', 'Huw', 'Owain', 'Rhys'],
  },
  {
    surnames: ['Byrne', 'Gallagher', 'O’Connell', 'Quinlan'],
    women: ['Aoife', 'Ciara', 'Maeve', 'Niamh', 'Orla', 'Siobhán'],
    men: ['Cormac', 'Declan', 'Eoin', 'Padraig', 'Ronan', 'Seán'],
  },
  {
    surnames: ['Chaudhry', 'Iqbal', 'Mirza', 'Siddiqui'],
    women: ['Aisha', 'Fatima', 'Maryam', 'Nadia', 'Rabia', 'Zainab'],
    men: ['Adnan', 'Bilal', 'Hamza', 'Imran', 'Tariq', 'Usman'],
  },
  {
    surnames: ['Banerjee', 'Desai', 'Krishnan', 'Sandhu'],
    women: ['Anjali', 'Deepa', 'Jaspreet', 'Kavita', 'Meera', 'Sunita'],
    men: ['Arjun', 'Gurpreet', 'Harish', 'Nikhil', 'Rajesh', 'Vikram'],
  },
  {
    surnames: ['Adeyemi', 'Boateng', 'Chukwu', 'Owusu'],
    women: ['Abena', 'Chioma', 'Efua', 'Folake', 'Ngozi', 'Yetunde'],
    men: ['Chidi', 'Emeka', 'Kofi', 'Olumide', 'Tunde', 'Yaw'],
  },
  {
    surnames: ['Baptiste', 'Clarke-Reid', 'Grant', 'Joseph'],
    women: ['Gloria', 'Janelle', 'Marcia', 'Renée', 'Simone', 'Yvonne'],
    men: ['Clive', 'Delroy', 'Marlon', 'Neville', 'Tyrone', 'Winston'],
  },
  {
    surnames: ['Kowalczyk', 'Nowicki', 'Wójcik', 'Zieliński'],
    women: ['Agnieszka', 'Ewa', 'Hanna', 'Katarzyna', 'Magdalena', 'Zofia'],
    men: ['Jakub', 'Krzysztof', 'Marek', 'Paweł', 'Tomasz', 'Wojciech'],
  },
  {
    surnames: ['Huang', 'Lau', 'Tran', 'Zhao'],
    women: ['Hui', 'Jia', 'Lan', 'Linh', 'Mei Ling', 'Yan'],
    men: ['Duc', 'Hao', 'Jun', 'Kai', 'Minh', 'Wei'],
  },
  {
    surnames: ['Almeida', 'Ferreira', 'Popescu', 'Rossi'],
    women: ['Beatriz', 'Elena', 'Giulia', 'Ioana', 'Inês', 'Teresa'],
    men: ['Andrei', 'Bruno', 'João', 'Luca', 'Marco', 'Tiago'],
  },
  {
    surnames: ['Haddad', 'Karimi', 'Osman', 'Yılmaz'],
    women: ['Amal', 'Hodan', 'Leila', 'Rania', 'Shirin', 'Zeynep'],
    men: ['Abdi', 'Emre', 'Karim', 'Omid', 'Samir', 'Yasin'],
  },
]
